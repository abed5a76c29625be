declare module '*.css'

interface ImportMeta {
  /** `SSR` is written by the build: whether the module is for the server. */
  readonly env: { readonly SSR: boolean }
}
