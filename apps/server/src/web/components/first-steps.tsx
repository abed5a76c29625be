import type { Site } from '../site.ts'

/** What to do with a new, empty site. */
export function FirstSteps({ site, settled }: { site: Site; settled: boolean }) {
  return (
    <section class="first-steps">
      <p class="lead">Nobody has said anything yet. What to do next:</p>
      <ol>
        <li>
          Bring discussions along: <code>npx -y pnpm@12 platform import threads &lt;file&gt;</code>
        </li>
        {settled ? (
          <li>You are set up: pages that ask for their discussion get one, as the README shows.</li>
        ) : (
          <li>Become the administrator: open the set-up link that was printed at the start.</li>
        )}
        <li>
          Just look around: open the <a href={site.path('/demo')}>demo article</a> and write its first comment.
        </li>
      </ol>
    </section>
  )
}
