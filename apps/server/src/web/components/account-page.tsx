import type { ComponentChildren } from 'preact'
import type { FormProblem } from '../form-problem.ts'
import type { Site } from '../site.ts'
import { FormMessage } from './field.tsx'
import { Layout } from './layout.tsx'

interface AccountPageProps {
  readonly site: Site
  readonly title: string
  readonly action: string
  readonly submit: string
  /** Whether the button is none to press lightly. */
  readonly grave?: boolean
  readonly problem: FormProblem | null
  /** Names of the fields that show what is wrong with them. */
  readonly fields: readonly string[]
  readonly scripts?: readonly string[]
  readonly lead?: ComponentChildren
  /** What stands above the form. */
  readonly before?: ComponentChildren
  /** What follows the form at once: a form of its own. */
  readonly after?: ComponentChildren
  /** What stands below the form. */
  readonly otherwise?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page with one form. */
export function AccountPage({
  site,
  title,
  action,
  submit,
  grave = false,
  problem,
  fields,
  scripts = [],
  lead,
  before,
  after,
  otherwise,
  children,
}: AccountPageProps) {
  return (
    <Layout site={site} title={title} scripts={scripts}>
      <div class="narrow">
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
        {before}
        <form class="sheet" method="post" action={site.path(action)}>
          <FormMessage problem={problem} fields={fields} />
          {children}
          <p class="buttons">
            <button type="submit" {...(grave ? { class: 'second' } : {})}>
              {submit}
            </button>
          </p>
        </form>
        {after}
        {otherwise && <p class="otherwise">{otherwise}</p>}
      </div>
    </Layout>
  )
}
