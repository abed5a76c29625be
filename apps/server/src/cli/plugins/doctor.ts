import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  checkPluginList,
  findClientParts,
  findInternalImports,
  type LoadedPlugin,
  type Override,
  type Problem,
  type Survey,
  shortName,
} from '@platform/plugin-host'
import { PLUGIN_CODES } from '@platform/plugin-sdk'
import { satisfies } from 'semver'
import { outdatedBuild } from '../../main/build-facts.ts'
import { dryRun } from '../../main/dry-run.ts'
import { SERVER_MODULES, surveyProject } from '../../main/load-plugins.ts'
import { tryBuild } from '../../main/stream-build.ts'
import { clientTypeProblems } from './client-types.ts'
import { answer, factsOf, type ProblemFacts } from './print.ts'
import { findList, type JsonOption } from './project.ts'
import { questionableRoutes } from './questionable-routes.ts'

/** One result of the doctor. `advice` is about something that works but should change; a `note` needs no change. */
export interface Finding extends ProblemFacts {
  readonly severity: Severity
  readonly fix: string
}

type Severity = 'problem' | 'advice' | 'note'

type SurveyedPlugin = Survey['plugins'][number]

/** `platform plugins doctor`: prints problems, advice and notes. The exit code is 1 when there is a problem. */
export async function diagnosePlugins(options: JsonOption): Promise<number> {
  const findings = await examine(process.cwd())
  const hasProblem = findings.some(({ severity }) => severity === 'problem')
  return answer(options, {
    asJson: { healthy: !hasProblem, findings },
    asText: () => (findings.length === 0 ? 'Nothing is wrong.' : findings.map(print).join('\n\n')),
    exitCode: hasProblem ? 1 : 0,
  })
}

async function examine(root: string): Promise<Finding[]> {
  const { env, listText } = await findList(root)
  const { list, problems } = checkPluginList(listText?.text ?? '{}', listText?.source ?? 'no plugins.json')
  const survey = await surveyProject(root, list, { env })
  await using client = await tryBuild(root, list, join(tmpdir(), 'platform-client'))
  const inTypes = await clientTypeProblems(findClientParts(root, list).parts)
  const trial = { unseen: survey.unseen, ...(client.build ? { streamBuild: client.build } : {}) }
  const { problems: conflicts, warnings, overrides } = await dryRun(survey.composable, trial)
  // A plugin that is missing is reported once, for its server part.
  const clientProblems = client.problems.filter(
    ({ code, plugins }) => code !== 'PLUGIN_NOT_FOUND' || !list.server.some(({ name }) => name === plugins[0]?.name),
  )
  const found = [
    ...problems,
    ...survey.plugins.flatMap(plugin => plugin.problems),
    ...problemsOfSeveral(survey),
    ...conflicts,
    ...clientProblems,
    ...inTypes,
  ]
  // Parts that can't be built are corrected first.
  const canBuild = client.build !== null && !found.some(({ hook }) => hook === 'client')
  const inBuild = canBuild ? outdatedBuild(root, list) : []
  return [
    ...[...found, ...inBuild].map(problem => findingOf(problem, 'problem')),
    ...[
      ...survey.warnings.map(staleList),
      ...survey.advice,
      ...warnings,
      ...survey.plugins.flatMap(({ advice = [] }) => advice),
      ...survey.plugins.flatMap(plugin => ignoredRange(root, plugin)),
      ...survey.loaded.flatMap(routeProblems),
      // An operator can't change the files of an installed package.
      ...survey.plugins.flatMap(({ name, location }) =>
        location?.kind === 'folder' ? internalImports(root, name, location.directory) : [],
      ),
    ].map(problem => findingOf(problem, 'advice')),
    ...overrides.map(override => findingOf(overridden(override, list.source), 'note')),
  ]
}

function staleList(message: string): Problem {
  return { code: 'PLUGIN_LIST_STALE', plugins: [], message, fix: 'remove the name, or correct it' }
}

/** Problems of several plugins together, such as a cycle. */
function problemsOfSeveral({ problems, plugins }: Survey): Problem[] {
  return problems.filter(problem => !plugins.some(plugin => plugin.problems.includes(problem)))
}

/** The advice about a range that has no effect, because a folder is used in place of the package. */
function ignoredRange(root: string, { name, entry: { range }, location, version }: SurveyedPlugin): Problem[] {
  if (range === null || location?.kind !== 'folder' || (version !== null && satisfies(version, range))) return []
  const folder = relative(root, location.directory)
  return [
    {
      code: 'PLUGIN_RANGE_IGNORED',
      plugins: [{ name, origin: folder }],
      message: `${name}: ${range} is asked for, and the folder ${folder} is used, which ${
        version === null ? 'has no version' : `is version ${version}`
      }`,
      fix: `remove the range, or the folder ${folder} to use an installed package`,
    },
  ]
}

function overridden({ what, owner, over }: Override, source: string): Problem {
  return {
    code: 'PLUGIN_OVERRIDE',
    plugins: [{ name: owner }, { name: over }],
    message: `${what} of ${owner} replaces the one of ${over}`,
    fix: `nothing, if it is intended: ${source} allows it in settings.${owner}.allow`,
  }
}

function routeProblems(plugin: LoadedPlugin): Problem[] {
  const { name, origin } = plugin
  const path = shortName(name)
  const { outside, withoutAdmin } = questionableRoutes(plugin)
  return [
    ...outside.map(route => ({
      code: 'PLUGIN_ROUTE_OUTSIDE' as const,
      plugins: [{ name, origin }],
      message: `${name} mounts ${route}, outside its own paths`,
      fix: `begin the path with /api/v1/${path}, /api/v1/auth/${path} or /${path}, which no other plugin uses`,
    })),
    ...withoutAdmin.map(({ route, role }) => ({
      code: 'PLUGIN_ROUTE_WITHOUT_ADMIN' as const,
      plugins: [{ name, origin }],
      message: `${name} mounts ${route} for the role ${role}, and refuses administrators there`,
      fix: `use needed.atLeast('${role}'), which lets stronger roles in too`,
    })),
  ]
}

function internalImports(root: string, name: string, directory: string): Problem[] {
  return findInternalImports(root, directory, SERVER_MODULES).map(({ file, line, specifier, replacement }) => ({
    code: 'PLUGIN_INTERNAL_IMPORT',
    plugins: [{ name }],
    at: `${file}:${line}`,
    message: `${file}:${line} imports ${specifier}, an internal module of the server`,
    fix: `use ${replacement}`,
  }))
}

function findingOf(problem: Problem, severity: Severity): Finding {
  const facts = factsOf(problem)
  const known: Readonly<Record<string, { readonly fix: string }>> = PLUGIN_CODES
  return { ...facts, severity, fix: facts.fix ?? known[facts.code]?.fix ?? 'correct it as the message says' }
}

function print({ code, severity, cause, fix }: Finding): string {
  return `${code}${severity === 'problem' ? '' : ` (${severity})`}  ${cause}\n  fix  ${fix}`
}
