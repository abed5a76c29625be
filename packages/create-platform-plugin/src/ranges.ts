/** Releases that what is written works with. A test holds them against the packages of this repository. */
export const RANGES: Readonly<Record<string, string>> = Object.freeze({
  '@platform/plugin-sdk': '^0.1.0',
  '@platform/plugin-testing': '^0.1.0',
  '@platform/server': '^0.1.0',
})
