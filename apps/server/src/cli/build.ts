import { relative } from 'node:path'
import { weighClientParts } from '../main/stream-build.ts'
import { buildChecked } from './plugins/checked-build.ts'
import { answer } from './plugins/print.ts'
import { openProject } from './plugins/project.ts'

/** `platform build`: builds what browsers load, with the client parts of the list. */
export async function build(options: { readonly json?: boolean }): Promise<number> {
  const project = await openProject()
  const { root, list } = project
  const made = await buildChecked(project)
  const parts = list.client.map(({ name }) => name)
  const { folder = null, warnings = [] } = made ?? {}
  const weights = made?.weights ?? (options.json ? await weighClientParts(root, list) : [])
  return answer(options, {
    asJson: { built: made !== null, folder, parts, weights, warnings },
    asText: () =>
      made === null
        ? nothingToBuild(parts, list.source)
        : [
            `Built ${parts.join(', ')} into ${relative(root, made.folder)}. Deploy this folder with the project.`,
            ...warnings.map(text => `Warning: ${text}.`),
          ].join('\n'),
  })
}

/** Why nothing is built, and when something is. */
function nothingToBuild(parts: readonly string[], source: string): string {
  const why =
    parts.length === 0
      ? `${source} lists no plugin under "client"`
      : `The release comes with the client parts that ${source} lists, already built (${parts.join(', ')})`
  return `${why}: there is nothing to build or to deploy. A plugin of your own is built once it is listed under "client".`
}
