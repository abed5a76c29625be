import type { CorePhase } from '../phase.ts'

export const premod: CorePhase = {
  name: 'premod',
  run: ({ settings, asset }) =>
    settings.moderation === 'PRE'
      ? {
          status: 'PREMOD',
          reason:
            asset.settings['moderation'] === 'PRE' ? 'all comments of this discussion' : 'all comments of this site',
        }
      : undefined,
}
