import type { AccessTable } from '../../contract/access.ts'

const moderation = [
  'premodLinksEnable',
  'premodRepeatedEnable',
  'autoCloseStream',
  'wordlist',
  'domains',
  'karmaThresholds',
] as const

/** Who sees and changes the site's settings. */
export const settingsPermissions: AccessTable = {
  'RootQuery.settings': 'ANYBODY',
  ...Object.fromEntries(moderation.map(field => [`Settings.${field}`, 'VIEW_PROTECTED_SETTINGS' as const])),
  'RootMutation.updateSettings': 'UPDATE_SETTINGS',
  'Subscription.settingsUpdated': 'ANYBODY',
}
