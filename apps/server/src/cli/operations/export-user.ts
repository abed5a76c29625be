import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { findUser } from './find-user.ts'
import { warnOfUnloaded } from './warn-of-unloaded.ts'

/** `platform users export <user>`: prints all personal data of a user, one record per line. */
export const exportUser = defineOperation({
  options: z.object({ user: z.string().trim().min(1) }),
  positional: ['user'],
  async run(services, { user: named }, terminal) {
    try {
      const { id } = await findUser(services, named)
      await warnOfUnloaded(services, terminal)
      for await (const item of services.composition.personalData.export(id)) {
        terminal.out(`${JSON.stringify(item)}\n`)
        if (!terminal.interrupted) continue
        terminal.err('Stopped before all records were written\n')
        return EXIT.interrupted
      }
      return EXIT.ok
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      terminal.err(`${error.code}  ${error.message}\n`)
      return EXIT.failed
    }
  },
})
