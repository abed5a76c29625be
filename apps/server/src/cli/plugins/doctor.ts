import {
  checkPluginList,
  findEntry,
  findInternalImports,
  type LoadedPlugin,
  type Override,
  type Problem,
  type Survey,
  shortName,
} from '@platform/plugin-host'
import { PLUGIN_CODES } from '@platform/plugin-sdk'
import { dryRun } from '../../main/dry-run.ts'
import { SERVER_MODULES, surveyProject } from '../../main/load-plugins.ts'
import { answer, factsOf, type ProblemFacts } from './print.ts'
import { findList, type JsonOption } from './project.ts'
import { routesOutside } from './stray-routes.ts'

/** Something the doctor found. `advice` works, and should not stay; a `note` is as the operator wants it. */
export interface Finding extends ProblemFacts {
  readonly severity: Severity
  readonly fix: string
}

type Severity = 'problem' | 'advice' | 'note'

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
  const { list, problems } = checkPluginList(found?.text ?? '{}', found?.source ?? 'no plugins.json')
  const survey = await surveyProject(root, list, env)
  const { problems: clashes, warnings, overrides } = await dryRun(survey.composable, survey.unseen)
  const missingParts = list.client.filter(
    entry => !list.server.some(({ name }) => name === entry.name) && findEntry(root, entry).state === 'missing',
  )
  return [
    ...[
      ...problems,
      ...survey.plugins.flatMap(plugin => plugin.problems),
      ...problemsOfSeveral(survey),
      ...clashes,
      ...missingParts.map(({ name, range }) => missingClient(name, range, list.source)),
    ].map(problem => findingOf(problem, 'problem')),
    ...[
      ...survey.warnings.map(staleList),
      ...warnings,
      ...survey.loaded.flatMap(strayRoutes),
      ...survey.plugins.flatMap(({ name, location }) =>
        location === null ? [] : internalImports(root, name, location.directory),
      ),
    ].map(problem => findingOf(problem, 'advice')),
    ...overrides.map(override => findingOf(overridden(override, list.source), 'note')),
  ]
}

function missingClient(name: string, range: string | null, source: string): Problem {
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message: `${name} is listed under client and is not there`,
    fix: range === null ? `correct the name in ${source}` : '`platform plugins reconcile`',
  }
}

function staleList(message: string): Problem {
  return { code: 'PLUGIN_LIST_STALE', plugins: [], message, fix: 'remove it, or correct the name' }
}

/** Problems of several plugins together, such as a cycle, which no plugin has on its own. */
function problemsOfSeveral({ problems, plugins }: Survey): Problem[] {
  return problems.filter(problem => !plugins.some(plugin => plugin.problems.includes(problem)))
}

function overridden({ what, owner, over }: Override, source: string): Problem {
  return {
    code: 'PLUGIN_OVERRIDE',
    plugins: [{ name: owner }, { name: over }],
    message: `${what} of ${owner} is used in place of the one of ${over}`,
    fix: `nothing, as long as that is meant: ${source} says so in settings.${owner}.allow`,
  }
}

function strayRoutes(plugin: LoadedPlugin): Problem[] {
  const { name, origin } = plugin
  const path = shortName(name)
  return routesOutside(plugin).map(route => ({
    code: 'PLUGIN_ROUTE_OUTSIDE',
    plugins: [{ name, origin }],
    message: `${name} mounts ${route}, outside of its own paths`,
    fix: `begin it with /api/v1/${path}, /api/v1/auth/${path} or /${path}, so that it meets no other plugin's`,
  }))
}

function internalImports(root: string, name: string, directory: string): Problem[] {
  return findInternalImports(root, directory, SERVER_MODULES).map(({ file, line, specifier, replacement }) => ({
    code: 'PLUGIN_INTERNAL_IMPORT',
    plugins: [{ name }],
    at: `${file}:${line}`,
    message: `${file}:${line} imports the server's ${specifier}`,
    fix: `use ${replacement}`,
  }))
}

function findingOf(problem: Problem, severity: Severity): Finding {
  const facts = factsOf(problem)
  const known: Readonly<Record<string, { readonly fix: string }>> = PLUGIN_CODES
  return { ...facts, severity, fix: facts.fix ?? known[facts.code]?.fix ?? 'correct what the message names' }
}

function print({ code, severity, cause, fix }: Finding): string {
  return `${code}${severity === 'problem' ? '' : ` (${severity})`}  ${cause}\n  fix  ${fix}`
}
