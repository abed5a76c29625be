import { type CoreMutators, NotAuthorizedError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** `context.mutators.Settings`: for those who run the site. */
export function settingsMutators(context: ServerContext): { Settings: CoreMutators['Settings'] } {
  return {
    Settings: {
      async update(values) {
        if (!context.can('UPDATE_SETTINGS')) throw new NotAuthorizedError()
        await context.services.settings.update(values)
      },
    },
  }
}
