import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { EXIT } from '../../boot/failure.ts'
import { defineOperation } from '../operation.ts'
import type { Terminal } from '../terminal.ts'

const json = z.boolean().default(false)

/** `platform assets merge <from> <into>`: one discussion of two. */
export const mergeAssetsOperation = defineOperation({
  options: z.object({ from: z.string().min(1), into: z.string().min(1), json }),
  run: ({ services }, { from, into, json: machine }, terminal) => report(terminal, async () => {
    const moved = await services.assets.merge({ from, into })
    return machine ? JSON.stringify({ moved }) : `Moved ${moved.toLocaleString('en')} ${moved === 1 ? 'comment' : 'comments'}; ${from} is gone`
  }),
})

/** `platform assets update-url <id> <url>`: a page that moved. */
export const updateAssetUrl = defineOperation({
  options: z.object({ id: z.string().min(1), url: z.string().min(1), json }),
  run: ({ services }, { id, url, json: machine }, terminal) => report(terminal, async () => {
    const asset = await services.assets.update(id, { url })
    return machine ? JSON.stringify({ id, url: asset.url }) : `${id} is at ${asset.url}`
  }),
})

async function report(terminal: Terminal, work: () => Promise<string>): Promise<number> {
  try {
    terminal.out(`${await work()}\n`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    terminal.err(`${error.code}  ${error.message}\n`)
    return EXIT.failed
  }
}
