import type { Site } from '../site.ts'

const IMPORT = 'npx -y pnpm@12 platform import threads <file>'

/** The first steps on a new site that has no comments. */
export function FirstSteps({ site, isSetUp }: { site: Site; isSetUp: boolean }) {
  const { texts } = site
  const article = <a href={site.path('/demo')}>{texts.text('stepDemoArticle')}</a>
  return (
    <section class="first-steps">
      <p class="lead">{texts.text('nextSteps')}</p>
      <ol>
        <li>{texts.parts('stepImport', { command: <code>{IMPORT}</code> })}</li>
        <li>{texts.text(isSetUp ? 'stepEmbed' : 'stepAdministrator')}</li>
        <li>{texts.parts('stepDemo', { article })}</li>
      </ol>
    </section>
  )
}
