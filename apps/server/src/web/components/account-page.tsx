import type { ComponentChildren } from 'preact'
import type { FormProblem } from '../form-problem.ts'
import type { Site } from '../site.ts'
import { FormMessage } from './field.tsx'
import type { Islands } from './islands.tsx'
import { Layout } from './layout.tsx'

interface AccountPageProps {
  readonly site: Site
  readonly title: string
  readonly action: string
  readonly submit: string
  /** Whether the button looks less inviting, because its effect is hard to undo. */
  readonly grave?: boolean
  readonly problem: FormProblem | null
  /** Whether the form is shown. Without it the page has only what is around it. */
  readonly hasForm?: boolean
  /** Names of the fields that show their own problem. */
  readonly fields: readonly string[]
  readonly scripts?: readonly string[]
  /** The path to which the page leads on. */
  readonly next?: string
  readonly lead?: ComponentChildren
  /** Content above the form. */
  readonly before?: ComponentChildren
  /** Another form, directly below this one. */
  readonly after?: ComponentChildren
  /** The slots of plugins in the page. */
  readonly islands?: Islands
  /** Links at the end of the page. */
  readonly otherwise?: ComponentChildren
  readonly children: ComponentChildren
}

/** The link to all pages of one's own account. */
export function ToAccount({ site }: { site: Site }) {
  return <a href={site.path('/account')}>{site.texts.text('yourAccount')}</a>
}

/** A page with one form. */
export function AccountPage({
  site,
  title,
  action,
  submit,
  grave = false,
  hasForm = true,
  problem,
  fields,
  scripts = [],
  next = site.path('/'),
  lead,
  before,
  after,
  islands,
  otherwise,
  children,
}: AccountPageProps) {
  return (
    <Layout site={site} title={title} scripts={scripts} returnTo={next} head={islands && <islands.Files />}>
      <div class="narrow">
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
        {before}
        {hasForm && (
          <form class="sheet" method="post" action={site.path(action)}>
            <FormMessage problem={problem} fields={fields} />
            {children}
            <p class="buttons">
              <button type="submit" {...(grave ? { class: 'second' } : {})}>
                {submit}
              </button>
            </p>
          </form>
        )}
        {after}
        {islands && <islands.State />}
        {otherwise && <p class="otherwise">{otherwise}</p>}
      </div>
    </Layout>
  )
}
