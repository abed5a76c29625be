import { definePlugin } from '@platform/plugin-sdk'
import { olderHooks } from './older-hooks.ts'
import { letOlderNamesResolve } from './older-names.ts'
import { addOlderParts } from './older-parts.ts'
import { writeNotices } from './older-variables.ts'

addOlderParts()
letOlderNamesResolve()

/**
 * Lets plugins of the predecessor load as they are. List it in front of them in `plugins.json`, because it works only
 * after it is loaded.
 *
 * @example
 * // plugins.json
 * // { "server": ["platform-plugin-compat", "talk-plugin-spam-check"] }
 */
export const compat = definePlugin({
  name: 'platform-plugin-compat',
  sdk: '^1.0',
  defines: olderHooks,
  init({ log }) {
    writeNotices(notice => log.warn(notice))
  },
})

export default compat
export { compat as 'module.exports' }
