import type { ComponentChildren } from 'preact'
import type { Site } from '../site.ts'
import { Layout } from './layout.tsx'

interface NoticePageProps {
  readonly site: Site
  readonly title: string
  readonly scripts?: readonly string[]
  readonly lead: ComponentChildren
  /** Links at the end of the page. */
  readonly otherwise: ComponentChildren
  /** Content between the lead and the links at the end. */
  readonly children?: ComponentChildren
}

/** A page without a form, which tells the reader one thing and leads on. */
export function NoticePage({ site, title, scripts = [], lead, otherwise, children }: NoticePageProps) {
  return (
    <Layout site={site} title={title} scripts={scripts}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {children}
        <p class="otherwise">{otherwise}</p>
      </div>
    </Layout>
  )
}
