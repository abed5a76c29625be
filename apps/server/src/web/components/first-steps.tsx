import type { Site } from '../site.ts'

/** The first steps on a new site that has no comments. */
export function FirstSteps({ site, isSetUp }: { site: Site; isSetUp: boolean }) {
  return (
    <section class="first-steps">
      <p class="lead">There are no comments yet. What to do next:</p>
      <ol>
        <li>
          Import discussions: <code>npx -y pnpm@12 platform import threads &lt;file&gt;</code>
        </li>
        {isSetUp ? (
          <li>Your site is set up: embed a discussion in a page, as the README shows.</li>
        ) : (
          <li>Become the administrator: open the set-up link that the server printed when it started.</li>
        )}
        <li>
          Look around: open the <a href={site.path('/demo')}>demo article</a> and write its first comment.
        </li>
      </ol>
    </section>
  )
}
