import type { Flag } from './flag.ts'
import type { Texts } from './texts.ts'

/** The reports by their reasons, each reason in the language of the moderator. One of another plugin has its name. */
export function byReason(flags: readonly Flag[], { names }: Texts): ReadonlyMap<string, readonly Flag[]> {
  const nameOf = ({ reason }: Flag) => names[reason ?? 'COMMENT_OTHER'] ?? reason ?? ''
  return Map.groupBy(flags, nameOf)
}
