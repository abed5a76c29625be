import { findEntry, hasClient } from '@platform/plugin-host'
import { surveyProject } from '../../main/load-plugins.ts'
import { carryOut, type Plan, planReconciliation, type Step } from './installation.ts'
import { detectPackageManager } from './package-manager.ts'
import { answer } from './print.ts'
import { type JsonOption, openProject, type Project } from './project.ts'

export interface ReconcileOptions extends JsonOption {
  /** Only says what it would do. */
  readonly dryRun?: boolean
  /** Fails when anything would have to change. */
  readonly frozen?: boolean
}

/** `platform plugins reconcile`: installs what is listed and missing, or outside its range. */
export async function reconcilePlugins(options: ReconcileOptions): Promise<number> {
  const project = await openProject()
  const { root, list } = project
  const plan = planReconciliation(root, list)
  const manager = detectPackageManager(root)
  const due = plan.install.length > 0
  const act = due && !options.dryRun && !options.frozen
  if (act) await carryOut(root, plan, manager)
  const notes = [...unresolvedNotes(plan, list.source), ...(act ? await afterwards(project, plan) : [])]
  const command = due ? manager.addCommand(plan.install.map(({ name, range }) => `${name}@${range}`)).join(' ') : null
  const install = plan.install.map(step => ({ ...step, installed: findEntry(root, step).version }))
  const machine = { changed: act, install, settled: plan.settled, unresolved: plan.unresolved, command, notes }
  const human = () =>
    [
      ...plan.install.map(
        step => `${act ? 'installed' : 'to install'}  ${printStep(step, act ? findEntry(root, step).version : null)}`,
      ),
      ...(due && !act && command ? [`by  ${command}`] : []),
      ...(due ? [] : ['Everything that is listed is installed.']),
      ...notes.map(note => `note  ${note}`),
      ...(due && options.frozen ? ['What is installed is not what is listed.'] : []),
    ].join('\n')
  return answer(options, { machine, human, exitCode: due && options.frozen ? 1 : 0 })
}

function printStep({ name, range, version }: Step, now: string | null): string {
  return `${name} ${now ?? range}${version ? ` (was ${version})` : ''}`
}

function unresolvedNotes({ unresolved }: Plan, source: string): string[] {
  return unresolved.map(
    name =>
      `${name} is no folder under plugins/ and not installed; to install a package, give it a range in ${source}: {"${name}": "^1.0"}`,
  )
}

/** What an operator has to do next for what was installed: settings that are wanted, parts for the browser. */
async function afterwards({ root, env, list }: Project, { install }: Plan): Promise<string[]> {
  const { plugins } = await surveyProject(root, list, env)
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
