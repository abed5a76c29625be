import { relative } from 'node:path'
import { buildChecked } from './plugins/checked-build.ts'
import { answer } from './plugins/print.ts'
import { openProject } from './plugins/project.ts'

/** `platform build`: builds what browsers load, with the client parts of the list. */
export async function build(options: { readonly json?: boolean }): Promise<number> {
  const project = await openProject()
  const { root, list } = project
  const made = await buildChecked(project)
  const { folder = null, weights = [], warnings = [] } = made ?? {}
  const parts = list.client.map(({ name }) => name)
  return answer(options, {
    asJson: { folder, parts, weights, warnings },
    asText: () =>
      made === null
        ? 'The release has all listed client parts: there is nothing to build.'
        : [
            `Built ${parts.join(', ')} into ${relative(root, made.folder)}. Deploy this folder with the project.`,
            ...warnings.map(text => `Warning: ${text}.`),
          ].join('\n'),
  })
}
