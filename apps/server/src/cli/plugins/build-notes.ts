import { relative } from 'node:path'
import { CompositionError } from '@platform/plugin-host'
import { buildChecked } from './checked-build.ts'
import { openProject } from './project.ts'

/** Builds the client parts of the list as it is now. @returns what the operator should know about it. */
export async function buildNotes(): Promise<readonly string[]> {
  const project = await openProject()
  const { root, list } = project
  if (list.client.length === 0) return []
  try {
    const made = await buildChecked(project)
    if (made === null) return []
    return [`the client parts are built: deploy ${relative(root, made.folder)} with the project`, ...made.warnings]
  } catch (error) {
    if (!(error instanceof CompositionError)) throw error
    return [`${error.message}\nThen run platform build`]
  }
}
