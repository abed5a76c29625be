/**
 * Releases that what is written works with: which contract a server has is checked by the plugin's `sdk`. A test holds
 * them against this repository.
 */
export const RANGES: Readonly<Record<string, string>> = Object.freeze({
  '@platform/plugin-sdk': '0.x',
  '@platform/plugin-testing': '0.x',
  '@platform/server': '0.x',
})
