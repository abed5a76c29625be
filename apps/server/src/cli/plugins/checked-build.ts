import { join } from 'node:path'
import { CompositionError, findClientParts, isSameName, type Problem, type Survey } from '@platform/plugin-host'
import { BUILD_FOLDER } from '../../main/build-facts.ts'
import { dryRun } from '../../main/dry-run.ts'
import { surveyProject } from '../../main/load-plugins.ts'
import { type MadeBuild, tryBuild } from '../../main/stream-build.ts'
import { clientTypeProblems } from './client-types.ts'
import type { Project } from './project.ts'

/**
 * Builds the client parts of a project once everything about them is right: types, forms, and what they ask the graph
 * for. Until then the former build stays.
 *
 * @returns `null` when the release has all parts, so that nothing was built.
 * @throws CompositionError with every problem of the client parts.
 */
export async function buildChecked({
  root,
  env,
  list,
}: Pick<Project, 'root' | 'env' | 'list'>): Promise<MadeBuild | null> {
  // Beside the folder that it will have, so that the paths in its source map stay right.
  await using tried = await tryBuild(root, list, join(root, BUILD_FOLDER))
  const { build, problems } = tried
  const inTypes = await clientTypeProblems(findClientParts(root, list).parts)
  const inComposition: Problem[] = []
  const warnings: string[] = []
  if (build) {
    const survey = await surveyProject(root, list, { env })
    const { advice, composable, unseen } = survey
    const dry = await dryRun(composable, { unseen, streamBuild: build })
    const inParts = dry.problems.filter(({ hook }) => hook === 'client')
    inComposition.push(...withCauses(inParts, survey))
    warnings.push(...[...advice, ...dry.warnings.filter(({ hook }) => hook === 'client')].map(sentenceOf))
  }
  // A mistake is often an error of a type, too, at the same line: its own sentence says what to do.
  const places = new Set(inComposition.flatMap(placesOf))
  const all = [
    ...problems,
    ...inComposition,
    ...inTypes.filter(problem => !placesOf(problem).some(at => places.has(at))),
  ]
  if (all.length > 0) throw new CompositionError(all)
  const made = await tried.keep()
  return made && { ...made, warnings: [...made.warnings, ...warnings] }
}

/**
 * A part asks the graph for what the server part of its plugin adds. Where that could not be read, its own problems are
 * the cause, and stand in place of those of the part.
 */
function withCauses(inParts: readonly Problem[], { unseen, problems }: Pick<Survey, 'unseen' | 'problems'>): Problem[] {
  const isAbout = (name: string) => (problem: Problem) => problem.plugins.some(other => isSameName(other.name, name))
  const unread = unseen.filter(name => inParts.some(isAbout(name)))
  return [
    ...problems.filter(problem => unread.some(name => isAbout(name)(problem))),
    ...inParts.filter(problem => !unread.some(name => isAbout(name)(problem))),
  ]
}

const placesOf = ({ plugins }: Problem) => plugins.flatMap(({ origin }) => origin ?? [])

const sentenceOf = ({ plugins, message, fix }: Problem) =>
  `${plugins.map(({ name }) => name).join(', ')}: ${message}; ${fix}`
