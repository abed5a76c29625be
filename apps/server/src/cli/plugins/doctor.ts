import { PLUGIN_CODES } from '@platform/plugin-sdk'
import type { Override, Problem } from '../../composition/problem.ts'
import type { LoadedPlugin } from '../../contract/loaded-plugin.ts'
import { diagnose } from '../../plugins/diagnose.ts'
import { findInternalImports } from '../../plugins/internal-imports.ts'
import { shortName } from '../../plugins/names.ts'
import { routesOutside } from '../../plugins/own-path.ts'
import { surveyPluginList } from '../../plugins/plugin-list.ts'
import { standOf } from '../../plugins/standing.ts'
import { type Survey, surveyPlugins } from '../../plugins/survey.ts'
import { answer } from './print.ts'
import { findList, type JsonOption } from './project.ts'

/** Something the doctor found. `advice` works, and should not stay; a `note` is as the operator wants it. */
export interface Finding {
  readonly code: string
  readonly severity: 'problem' | 'advice' | 'note'
  readonly plugins: readonly string[]
  readonly cause: string
  readonly fix: string
}

/** `platform plugins doctor`: exit code 1 when there is any problem. */
export async function diagnosePlugins(options: JsonOption): Promise<number> {
  const findings = await examine(process.cwd())
  const sick = findings.some(({ severity }) => severity === 'problem')
  return answer(options, {
    machine: { healthy: !sick, findings },
    human: () => (findings.length === 0 ? 'Nothing is wrong.' : findings.map(print).join('\n\n')),
    exitCode: sick ? 1 : 0,
  })
}

async function examine(root: string): Promise<Finding[]> {
  const { env, found } = await findList(root)
  const { list, problems } = surveyPluginList(found?.text ?? '{}', found?.source ?? 'no plugins.json')
  const survey = await surveyPlugins(root, list, env)
  const { problems: clashes, warnings, overrides } = await diagnose(survey.judged, survey.unseen)
  const missingParts = list.client.filter(
    entry => !list.server.some(({ name }) => name === entry.name) && standOf(root, entry).standing === 'missing',
  )
  return [
    ...problems.map(asFinding),
    ...survey.plugins.flatMap(plugin => plugin.problems.map(asFinding)),
    ...cycles(survey),
    ...clashes.map(asFinding),
    ...missingParts.map(({ name, range }) =>
      finding(
        'PLUGIN_NOT_FOUND',
        [name],
        `${name} is listed under client and is not there`,
        range === null ? `correct the name in ${list.source}` : '`platform plugins reconcile`',
      ),
    ),
    ...survey.warnings.map(warning => ({
      ...finding('PLUGIN_LIST_STALE', [], warning, 'remove it, or correct the name'),
      severity: 'advice' as const,
    })),
    ...warnings.map(warning => ({ ...asFinding(warning), severity: 'advice' as const })),
    ...survey.members.flatMap(strayRoutes),
    ...survey.plugins.flatMap(({ name, location }) =>
      location === null ? [] : internalImports(root, name, location.directory),
    ),
    ...overrides.map(override => overridden(override, list.source)),
  ]
}

/** Problems of several plugins together, which are none of one plugin's own. */
function cycles({ problems, plugins }: Survey): Finding[] {
  return problems.filter(problem => !plugins.some(plugin => plugin.problems.includes(problem))).map(asFinding)
}

function overridden({ what, owner, over }: Override, source: string): Finding {
  return {
    ...finding(
      'PLUGIN_OVERRIDE',
      [owner, over],
      `${what} of ${owner} is used in place of the one of ${over}`,
      `nothing, as long as that is meant: ${source} says so in settings.${owner}.allow`,
    ),
    severity: 'note',
  }
}

function strayRoutes(member: LoadedPlugin): Finding[] {
  const name = shortName(member.name)
  return routesOutside(member).map(route => ({
    ...finding(
      'PLUGIN_ROUTE_OUTSIDE',
      [member.name],
      `${member.name} mounts ${route}, outside of its own paths\n  ${member.name}  ${member.origin}`,
      `begin it with /api/v1/${name}, /api/v1/auth/${name} or /${name}, so that it meets nobody else's`,
    ),
    severity: 'advice',
  }))
}

function internalImports(root: string, name: string, directory: string): Finding[] {
  return findInternalImports(root, directory).map(({ file, line, specifier, replacement }) => ({
    ...finding(
      'PLUGIN_INTERNAL_IMPORT',
      [name],
      `${file}:${line} imports the server's ${specifier}`,
      `use ${replacement}`,
    ),
    severity: 'advice',
  }))
}

function asFinding({ code, owners, message, fix }: Problem): Finding {
  const known: Readonly<Record<string, { readonly fix: string }>> = PLUGIN_CODES
  return finding(code, owners, message, fix ?? known[code]?.fix ?? 'correct what the message names')
}

function finding(code: string, plugins: readonly string[], cause: string, fix: string): Finding {
  return { code, severity: 'problem', plugins, cause, fix }
}

function print({ code, severity, cause, fix }: Finding): string {
  return `${code}${severity === 'problem' ? '' : ` (${severity})`}  ${cause}\n  fix  ${fix}`
}
