import { useAdmin } from '../app/context.ts'
import { OwnModerationTexts } from '../documents/generated.ts'
import type { AdminTextName } from '../texts/en.ts'
import { useQuery } from './use-query.ts'

/** Reasons that are given where the site has none of its own, by the names of their texts. */
const REASONS: readonly AdminTextName[] = ['reasonOffTopic', 'reasonInsulting', 'reasonAdvert', 'reasonRepeated']
const NAME_REASONS: readonly AdminTextName[] = ['nameOffensive', 'nameImpersonating', 'nameSpam', 'nameNoLike']

/** What users read about decisions: the texts of the site, else those of the platform. */
export interface ModerationTexts {
  readonly reasons: readonly string[]
  readonly nameReasons: readonly string[]
  readonly banMail: string
  readonly suspendMail: string
}

/** The texts that moderators choose from, and begin with; `null` until they are read. */
export function useModerationTexts(): ModerationTexts | null {
  const { texts } = useAdmin()
  const { data, failed } = useQuery(OwnModerationTexts, {})
  if (!data && !failed) return null
  const own = data?.settings
  const given = (list: readonly string[] | null | undefined, names: readonly AdminTextName[]) =>
    list && list.length > 0 ? list : names.map(name => texts.text(name))
  return {
    reasons: given(own?.rejectionReasons, REASONS),
    nameReasons: given(own?.usernameRejectionReasons, NAME_REASONS),
    banMail: own?.banMessage || texts.text('banMail'),
    suspendMail: own?.suspensionMessage || texts.text('suspendMail'),
  }
}
