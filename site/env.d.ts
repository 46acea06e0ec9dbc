/** Whether a Lottie file lies at `site/assets/animation/hero.json`; decided at build. */
declare const __HERO_ANIMATION__: boolean;

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
}
