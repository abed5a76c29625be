import { findEntry, isSameName } from '@platform/plugin-host'
import { buildNotes } from './build-notes.ts'
import { removeEntry, writeList } from './list-edit.ts'
import { detectPackageManager } from './package-manager.ts'
import { answer, diff } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'

/** `platform plugins remove <name>`: removes a plugin from plugins.json. An installed package stays. */
export async function removePlugin(wanted: string, options: JsonOption): Promise<number> {
  const { root, list, listText } = await openProject()
  const name = requireName(wanted)
  const edit = removeEntry(listText, name)
  await writeList(root, edit)
  const notes = list.client.some(entry => isSameName(entry.name, name)) ? await buildNotes() : []
  const { state, directory } = findEntry(root, { name, range: null })
  const manager = detectPackageManager(root).name
  const next =
    directory === null || state === 'local' ? null : `${manager} ${manager === 'npm' ? 'uninstall' : 'remove'} ${name}`
  return answer(options, {
    asJson: { name, file: 'plugins.json', next, notes },
    asText: () =>
      [
        `plugins.json\n${diff(edit.before, edit.after)}`,
        ...(next ? [`The package is still installed; to uninstall it: ${next}`] : []),
        ...notes.map(note => `note  ${note}`),
      ].join('\n\n'),
  })
}
