import { takeInventory } from '../../plugins/inventory.ts'
import { surveyPlugins } from '../../plugins/survey.ts'
import { answer, table } from './print.ts'
import { openProject, type JsonOption } from './project.ts'

/** `platform plugins list` */
export async function listPlugins(options: JsonOption): Promise<number> {
  const { root, env, list } = await openProject()
  const plugins = takeInventory(root, list, await surveyPlugins(root, list, env))
  return answer(options, { machine: { source: list.source, plugins }, human: () => {
    if (plugins.length === 0) return `No plugins are listed (${list.source}).`
    const rows = plugins.map(({ name, version, state, server, client, hooks, origin }) => [name, version ?? '-', state, [server && 'server', client && 'client'].filter(Boolean).join('+'), hooks.join(' ') || '-', origin ?? '-'])
    const amiss = plugins.filter(({ state }) => state !== 'local' && state !== 'installed').length
    return table([['NAME', 'VERSION', 'STATE', 'PARTS', 'HOOKS', 'ORIGIN'], ...rows]) + (amiss === 0 ? '' : `\n\n${amiss} of ${plugins.length} not as they should be: \`platform plugins doctor\` says why.`)
  } })
}
