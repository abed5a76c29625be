import type { SiteSettingsQuery } from '../documents/types.ts'
import type { AdminTextName } from '../texts/en.ts'

/** The pages of the configuration on which settings are changed. */
export const PAGES = ['stream', 'moderation', 'tech', 'organization'] as const
export type SettingsPage = (typeof PAGES)[number]

/** Values of settings by name. A list in a group is named with it: `wordlist.banned`. */
export type SettingValues = Readonly<Record<string, unknown>>

/** What the panel says about a setting, and where it is changed. */
interface SettingFacts {
  readonly page: SettingsPage
  readonly label: AdminTextName
  /** What it does, in a sentence. */
  readonly hint?: AdminTextName
}

/** Every setting of the site. */
export const SETTINGS = {
  charCountEnable: { page: 'stream', label: 'limitLength', hint: 'limitLengthHint' },
  charCount: { page: 'stream', label: 'longestComment' },
  commentsPerMinute: { page: 'stream', label: 'perMinute', hint: 'perMinuteHint' },
  editCommentWindowLength: { page: 'stream', label: 'editWindow', hint: 'editWindowHint' },
  infoBoxEnable: { page: 'stream', label: 'infoBox', hint: 'infoBoxHint' },
  infoBoxContent: { page: 'stream', label: 'infoBoxText' },
  questionBoxEnable: { page: 'stream', label: 'questionBox', hint: 'questionBoxHint' },
  questionBoxContent: { page: 'stream', label: 'questionBoxText' },
  questionBoxIcon: { page: 'stream', label: 'questionBoxIcon' },
  autoCloseStream: { page: 'stream', label: 'autoClose', hint: 'autoCloseHint' },
  closedTimeout: { page: 'stream', label: 'openFor' },
  closedMessage: { page: 'stream', label: 'siteClosedMessage', hint: 'siteClosedMessageHint' },
  disableCommenting: { page: 'stream', label: 'pause', hint: 'pauseHint' },
  disableCommentingMessage: { page: 'stream', label: 'pauseMessage' },
  moderation: { page: 'moderation', label: 'premoderate', hint: 'premoderateHint' },
  premodLinksEnable: { page: 'moderation', label: 'premodLinks', hint: 'premodLinksHint' },
  premodRepeatedEnable: { page: 'moderation', label: 'premodRepeated', hint: 'premodRepeatedHint' },
  requireEmailConfirmation: { page: 'moderation', label: 'confirmEmail', hint: 'confirmEmailHint' },
  'wordlist.banned': { page: 'moderation', label: 'bannedWords', hint: 'bannedWordsHint' },
  'wordlist.suspect': { page: 'moderation', label: 'suspectWords', hint: 'suspectWordsHint' },
  rejectionReasons: { page: 'moderation', label: 'rejectionReasons', hint: 'rejectionReasonsHint' },
  usernameRejectionReasons: { page: 'moderation', label: 'nameReasons', hint: 'nameReasonsHint' },
  banMessage: { page: 'moderation', label: 'banMessage', hint: 'ownMailHint' },
  suspensionMessage: { page: 'moderation', label: 'suspensionMessage', hint: 'ownMailHint' },
  'domains.whitelist': { page: 'tech', label: 'domains', hint: 'domainsHint' },
  customCssUrl: { page: 'tech', label: 'streamStyle', hint: 'streamStyleHint' },
  customAdminCssUrl: { page: 'tech', label: 'panelStyle', hint: 'panelStyleHint' },
  organizationName: { page: 'organization', label: 'organizationName', hint: 'organizationNameHint' },
  organizationContactEmail: { page: 'organization', label: 'contactEmail', hint: 'contactEmailHint' },
} as const satisfies Readonly<Record<string, SettingFacts>>

export type SettingName = keyof typeof SETTINGS

/** What is known of a setting; `null` for one that a plugin adds. */
export const factsOf = (name: string): SettingFacts | null =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : null

type StoredSettings = NonNullable<SiteSettingsQuery['settings']>

/** The settings as the server has them, by name. */
export function valuesOf({ wordlist, domains, karmaThresholds: _, ...simple }: StoredSettings): SettingValues {
  return {
    ...simple,
    'wordlist.banned': wordlist?.banned ?? [],
    'wordlist.suspect': wordlist?.suspect ?? [],
    'domains.whitelist': domains?.whitelist ?? [],
  }
}

/** Changes by name as the server takes them: lists in their groups. */
export function inputOf(changes: SettingValues): SettingValues {
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    const [group = '', field] = name.split('.')
    input[group] = field === undefined ? value : { ...(input[group] as object | undefined), [field]: value }
  }
  return input
}

/** Whether two values of a setting are the same: a list with the same texts, and no text like an empty one. */
export function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((text, i) => text === other[i])
    : (one ?? '') === (other ?? '')
}
