import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { report } from '../report.ts'

const json = z.boolean().default(false)

/** `platform assets merge <from> <into>`: moves all comments of one discussion into another, and deletes the first. */
export const mergeAssetsOperation = defineOperation({
  options: z.object({ from: z.string().min(1), into: z.string().min(1), json }),
  run: (services, { from, into, json: machine }, terminal) =>
    report(terminal, async () => {
      const moved = await services.assets.merge({ from, into })
      const comments = `${moved.toLocaleString('en')} ${moved === 1 ? 'comment' : 'comments'}`
      return machine ? JSON.stringify({ moved }) : `Moved ${comments}; the discussion ${from} is deleted`
    }),
})

/** `platform assets update-url <id> <url>`: changes the address of a discussion's page. */
export const updateAssetUrl = defineOperation({
  options: z.object({ id: z.string().min(1), url: z.string().min(1), json }),
  run: (services, { id, url, json: machine }, terminal) =>
    report(terminal, async () => {
      const asset = await services.assets.update(id, { url })
      return machine ? JSON.stringify({ id, url: asset.url }) : `The page of ${id} is ${asset.url}`
    }),
})
