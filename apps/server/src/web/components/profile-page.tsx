import type { Services } from '@platform/plugin-sdk'
import type { ComponentChildren } from 'preact'
import type { Site } from '../site.ts'
import type { Islands } from './islands.tsx'
import { Layout } from './layout.tsx'
import { LOCAL_TIMES } from './timestamp.tsx'

interface ProfilePageProps {
  readonly site: Site
  readonly services: Services
  readonly title: string
  readonly islands: Islands
  /** The profile as markup: it is drawn before the head, which names the files of the slots in it. */
  readonly content: string
  readonly returnTo?: string
  /** Links at the end of the page. */
  readonly otherwise?: ComponentChildren
}

/** A page with the profile of a user. It is about a person, so no search engine lists it. */
export function ProfilePage({ site, services, title, islands, content, returnTo, otherwise }: ProfilePageProps) {
  return (
    <Layout
      site={site}
      title={title}
      scripts={[LOCAL_TIMES]}
      {...(returnTo === undefined ? {} : { returnTo })}
      head={
        <>
          <meta name="robots" content="noindex" />
          <link rel="stylesheet" href={site.built(services.streamBuild.entry.style)} />
          <islands.Files />
        </>
      }
    >
      {/* Preact has escaped every text in it. */}
      <section class="stream profile" aria-labelledby="profile-title" dangerouslySetInnerHTML={{ __html: content }} />
      {otherwise && <p class="otherwise">{otherwise}</p>}
      <islands.State />
    </Layout>
  )
}
