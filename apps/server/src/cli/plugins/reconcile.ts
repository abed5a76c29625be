import { findEntry, hasClient } from '@platform/plugin-host'
import { outdatedBuild } from '../../main/build-facts.ts'
import { surveyProject } from '../../main/load-plugins.ts'
import { buildNotes, loadChecks } from './build-notes.ts'
import { carryOut, type Plan, planReconciliation, type Step } from './installation.ts'
import { detectPackageManager } from './package-manager.ts'
import { answer } from './print.ts'
import { type JsonOption, openProject, type Project } from './project.ts'

export interface ReconcileOptions extends JsonOption {
  /** Only prints what would be installed. */
  readonly dryRun?: boolean
  /** Fails when a plugin would have to be installed, or the client parts to be built again. */
  readonly frozen?: boolean
}

/** `platform plugins reconcile`: installs listed plugins that are missing or outside their range. */
export async function reconcilePlugins(options: ReconcileOptions): Promise<number> {
  const project = await openProject()
  const { root, list } = project
  const plan = planReconciliation(root, list)
  const manager = detectPackageManager(root)
  const due = plan.install.length > 0
  const act = due && !options.dryRun && !options.frozen
  if (act) {
    await loadChecks()
    await carryOut(root, plan, manager)
  }
  const isChecked = options.dryRun || options.frozen
  const outdated = isChecked ? outdatedBuild(root, list).map(({ message, fix }) => `${message}: ${fix}`) : []
  const notes = [
    ...outdated,
    ...unresolvedNotes(plan, list.source),
    ...(act ? await followUps(project, plan) : []),
    ...(isChecked || plan.unresolved.length > 0 ? [] : await buildNotes()),
  ]
  const command = due ? manager.addCommand(plan.install.map(({ name, range }) => `${name}@${range}`)).join(' ') : null
  const install = plan.install.map(step => ({ ...step, installed: findEntry(root, step).version }))
  const asJson = { changed: act, install, satisfied: plan.satisfied, unresolved: plan.unresolved, command, notes }
  const asText = () =>
    [
      ...plan.install.map(
        step => `${act ? 'installed' : 'to install'}  ${printStep(step, act ? findEntry(root, step).version : null)}`,
      ),
      ...(due && !act && command ? [`with  ${command}`] : []),
      ...(due ? [] : ['Every listed plugin is installed.']),
      ...notes.map(note => `note  ${note}`),
      ...(due && options.frozen ? ['The installed plugins are not the listed ones.'] : []),
    ].join('\n')
  return answer(options, { asJson, asText, exitCode: options.frozen && (due || outdated.length > 0) ? 1 : 0 })
}

function printStep({ name, range, version }: Step, now: string | null): string {
  return `${name} ${now ?? range}${version ? ` (was ${version})` : ''}`
}

function unresolvedNotes({ unresolved }: Plan, source: string): string[] {
  return unresolved.map(
    name =>
      `${name} is not a folder under plugins/ and not installed; to install a package, give it a range in ${source}: ` +
      `{"${name}": "^1.0"}`,
  )
}

/** The operator's next steps after an installation: missing configuration, and client parts that are not listed. */
async function followUps({ root, env, list }: Project, { install }: Plan): Promise<string[]> {
  const { plugins } = await surveyProject(root, list, { env })
  const isNew = (name: string) => install.some(step => step.name === name)
  return [
    ...plugins
      .filter(({ name }) => isNew(name))
      .flatMap(({ problems }) =>
        problems.map(({ code, message, fix }) => `${code}  ${message}${fix ? `; ${fix}` : ''}`),
      ),
    ...plugins
      .filter(
        ({ name, location }) =>
          isNew(name) && location && hasClient(location.directory) && !list.client.some(entry => entry.name === name),
      )
      .map(({ name }) => `${name} has a part for the browser: list it under client too`),
  ]
}
