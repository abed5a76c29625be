import type { Site } from '../site.ts'

/** What to do with a new, empty site. */
export function FirstSteps({ site }: { site: Site }) {
  return (
    <section class="first-steps">
      <p class="lead">Nothing is here yet. Three ways to begin:</p>
      <ol>
        <li>Bring discussions along: <code>npx -y pnpm@12 platform import threads &lt;file&gt;</code></li>
        <li>Become the administrator: open the set-up link that was printed at the start.</li>
        <li>Just look around: open the <a href={site.path('/demo')}>demo article</a> and write its first comment.</li>
      </ol>
    </section>
  )
}
