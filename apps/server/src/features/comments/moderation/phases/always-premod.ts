import type { CorePhase } from '../phase.ts'

export const alwaysPremod: CorePhase = {
  name: 'alwaysPremod',
  run: ({ author }) =>
    author.status.alwaysPremod.status ? { status: 'PREMOD', reason: 'all comments of this person' } : undefined,
}
