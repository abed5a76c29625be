import type { AdminTranslator } from '../app/context.ts'
import type { AdminTextName } from '../texts/en.ts'

/** What moderators call the moderation phases of the core that decide about comments. */
const PHASES = new Map<string, AdminTextName>([
  ['wordlist', 'phaseWordlist'],
  ['staff', 'phaseStaff'],
  ['links', 'phaseLinks'],
  ['repeated', 'phaseRepeated'],
  ['karma', 'phaseKarma'],
  ['alwaysPremod', 'phaseAlwaysPremod'],
  ['premod', 'phasePremod'],
])

/** The name of a moderation phase; those of plugins have the name that the plugin gives them. */
export function phaseName(texts: AdminTranslator, phase: string): string {
  const name = PHASES.get(phase)
  return name ? texts.text(name) : phase
}
