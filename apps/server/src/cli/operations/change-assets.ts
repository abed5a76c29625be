import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { report } from '../report.ts'

const json = z.boolean().default(false)

/** `platform assets merge <from> <into>`: one discussion of two. */
export const mergeAssetsOperation = defineOperation({
  options: z.object({ from: z.string().min(1), into: z.string().min(1), json }),
  run: (services, { from, into, json: machine }, terminal) =>
    report(terminal, async () => {
      const moved = await services.assets.merge({ from, into })
      return machine
        ? JSON.stringify({ moved })
        : `Moved ${moved.toLocaleString('en')} ${moved === 1 ? 'comment' : 'comments'}; ${from} is gone`
    }),
})

/** `platform assets update-url <id> <url>`: a page that moved. */
export const updateAssetUrl = defineOperation({
  options: z.object({ id: z.string().min(1), url: z.string().min(1), json }),
  run: (services, { id, url, json: machine }, terminal) =>
    report(terminal, async () => {
      const asset = await services.assets.update(id, { url })
      return machine ? JSON.stringify({ id, url: asset.url }) : `${id} is at ${asset.url}`
    }),
})
