import { surveyProject } from '../../main/load-plugins.ts'
import { takeInventory } from './inventory.ts'
import { previewStart } from './preview.ts'
import { answer, table } from './print.ts'
import { type JsonOption, openProject } from './project.ts'

/** `platform plugins list` */
export async function listPlugins(options: JsonOption): Promise<number> {
  const { root, env, list } = await openProject()
  const survey = await surveyProject(root, list, env)
  const plugins = takeInventory(root, list, { ...survey, ...(await previewStart(survey)) })
  return answer(options, {
    machine: { source: list.source, plugins },
    human: () => {
      if (plugins.length === 0) return `No plugins are listed (${list.source}).`
      const rows = plugins.map(({ name, version, state, server, client, hooks, origin }) => [
        name,
        version ?? '-',
        state,
        [server && 'server', client && 'client'].filter(Boolean).join('+'),
        hooks.join(' ') || '-',
        origin ?? '-',
      ])
      const amiss = plugins.filter(({ state }) => state !== 'local' && state !== 'installed').length
      const disabled = plugins.flatMap(({ name, reason }) =>
        reason === null ? [] : [`\nleft out ${name}: ${reason.split('\n')[0]}`],
      )
      return (
        table([['NAME', 'VERSION', 'STATE', 'PARTS', 'HOOKS', 'ORIGIN'], ...rows]) +
        (disabled.length > 0 ? `\n${disabled.join('')}` : '') +
        (amiss === 0
          ? ''
          : `\n\n${amiss} of ${plugins.length} not as they should be: \`platform plugins doctor\` says why.`)
      )
    },
  })
}
