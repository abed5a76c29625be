import { surveyProject } from '../../main/load-plugins.ts'
import { table } from '../table.ts'
import { takeInventory } from './inventory.ts'
import { previewStart } from './preview.ts'
import { answer } from './print.ts'
import { type JsonOption, openProject } from './project.ts'

/** `platform plugins list`: prints every listed plugin with its version and state. */
export async function listPlugins(options: JsonOption): Promise<number> {
  const { root, env, list } = await openProject()
  const survey = await surveyProject(root, list, { env })
  const plugins = takeInventory(root, list, { ...survey, ...(await previewStart(survey)) })
  return answer(options, {
    asJson: { source: list.source, plugins },
    asText: () => {
      if (plugins.length === 0) return `No plugins are listed (${list.source}).`
      const rows = plugins.map(({ name, version, state, server, client, hooks, origin }) => [
        name,
        version ?? '-',
        state,
        [server && 'server', client && 'client'].filter(Boolean).join('+'),
        hooks.join(' ') || '-',
        origin ?? '-',
      ])
      const unusable = plugins.filter(({ state }) => state !== 'local' && state !== 'installed').length
      const disabled = plugins.flatMap(({ name, reason }) =>
        reason === null ? [] : [`\ndisabled ${name}: ${reason.split('\n')[0]}`],
      )
      return (
        table([['NAME', 'VERSION', 'STATE', 'PARTS', 'HOOKS', 'ORIGIN'], ...rows]) +
        (disabled.length > 0 ? `\n${disabled.join('')}` : '') +
        (unusable === 0
          ? ''
          : `\n\n${unusable} of ${plugins.length} can't be used: \`platform plugins doctor\` prints why.`)
      )
    },
  })
}
