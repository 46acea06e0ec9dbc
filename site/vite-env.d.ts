declare const __HERO_ANIMATION__: boolean;

interface ImportMetaEnv {
  /** Set by the build (`tools/vite/hosted-backend.ts`): the hosted PostgREST root, if there is one. */
  readonly VITE_REST_URL?: string | null;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
}
