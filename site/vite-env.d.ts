declare const __HERO_ANIMATION__: boolean;

interface ImportMetaEnv {
  /** Root URL of the hosted PostgREST, if any. Set by `tools/vite/hosted-backend.ts`. */
  readonly VITE_REST_URL?: string | null;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
}
