import type { Site } from '../site.ts'

const PARAGRAPHS = ['demo1', 'demo2', 'demo3', 'demo4', 'demo5', 'demo6'] as const

/** The article to try the first discussion of a new site with. */
export function DemoArticle({ site: { texts } }: { site: Site }) {
  return (
    <article class="prose">
      <h1>{texts.text('demoTitle')}</h1>
      <p class="meta">
        <span>{texts.text('demoLabel')}</span>
        <span>{texts.text('demoLength')}</span>
      </p>
      {PARAGRAPHS.map(paragraph => (
        <p key={paragraph}>{texts.text(paragraph)}</p>
      ))}
    </article>
  )
}
