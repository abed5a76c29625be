import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transformSync } from 'oxc-transform'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { PASSWORD } from '../frame/window.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, frameOf, serveFrame, withBlog } from './blog.ts'

const RECIPES = new URL('../../../../docs/guide/embed/', import.meta.url)
const recipe = (file: string) => readFileSync(new URL(file, RECIPES), 'utf8')
const POST = 'http://127.0.0.1/my-first-post?p=1'

/** Puts values where a template has expressions. An expression without a value is an error. */
function fill(template: string, expression: RegExp, values: Readonly<Record<string, string>>): string {
  return template.replace(expression, (_all, found: string) => {
    const value = values[found.trim()]
    if (value === undefined) throw new Error(`the recipe has an unknown expression: ${found}`)
    return value.replaceAll('&', '&amp;')
  })
}

describeWith(CHROMIUM)('recipes of the guide, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let link: string
  withBlog(site => {
    visited = site.visited
    blog = site.blog
    link = `${visited.root}/discussions/by-url?asset_url=${encodeURIComponent(POST)}`
  })

  async function load(path: string, html: string): Promise<Page> {
    const page = await visited.open('about:blank')
    await serveFrame(page)
    await page.goto(blog.put(path, html))
    return page
  }
  const document = (markup: string) => `<!doctype html><html lang="en"><title>Post</title><h1>Post</h1>${markup}`
  const discussed = async (page: Page) => new URL((await frameOf(page)).url()).searchParams.get('asset_url')
  const withoutScript = async (path: string) => {
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await page.goto(blog.root + path)
    return page.locator('noscript a').getAttribute('href')
  }

  test('plain HTML shows the comments and their number', async () => {
    const asset = await visited.platform.createAsset({ url: 'http://localhost/my-first-post' })
    await visited.platform.createComment({ asset })
    const html = recipe('plain/index.html')
      .replaceAll('https://comments.example.org', visited.root)
      .replaceAll('https://blog.example.org', 'http://localhost')
      .replaceAll(encodeURIComponent('https://blog.example.org'), encodeURIComponent('http://localhost'))
    const page = await load('/plain', html)
    expect(await discussed(page)).toBe(asset.url)
    await expect.poll(() => page.locator('[data-platform-count]').textContent()).toBe('1')
    const reader = await visited.open('about:blank', { javaScriptEnabled: false })
    await reader.goto(`${blog.root}/plain`)
    await reader.locator('noscript a').click()
    await reader.waitForURL(`${visited.root}/discussions/${asset.id}`)
    expect(visited.complaints).toEqual([])
  })

  // There is no PHP here, so the values that its expressions have in WordPress are put in their places.
  test('WordPress: the template of the comments', async () => {
    expect(recipe('wordpress/platform-comments.php')).toContain("return __DIR__ . '/comments.php'")
    const template = recipe('wordpress/comments.php').replace(/<\?php\n.*?\?>\n/s, '')
    const html = fill(template, /<\?php echo esc_url\((.*?)\); \?>/g, {
      "PLATFORM_COMMENTS . '/embed.js'": `${visited.root}/embed.js`,
      'get_permalink()': POST,
      "PLATFORM_COMMENTS . '/discussions/by-url?asset_url=' . rawurlencode( get_permalink() )": link,
    })
    expect(html).not.toContain('<?php')
    expect(await discussed(await load('/wordpress', document(html)))).toBe(POST)
    expect(await withoutScript('/wordpress')).toBe(link)
  })

  // There is no Hugo here, so the values of its expressions are put in their places.
  test('Hugo: the partial template', async () => {
    const html = fill(recipe('hugo/comments.html').replace(/\{\{\/\*.*?\*\/\}\}/g, ''), /\{\{(.*?)\}\}/g, {
      'site.Params.comments': visited.root,
      '.Permalink': POST,
      '.Permalink | urlquery': encodeURIComponent(POST),
    })
    expect(recipe('hugo/hugo.toml')).toContain('comments = "https://comments.example.org"')
    expect(await discussed(await load('/hugo', document(html)))).toBe(POST)
    expect(await withoutScript('/hugo')).toBe(link)
  })

  // There is no Astro here. Its expressions are JavaScript, so they are evaluated.
  test('Astro: the component', async () => {
    const [, setup = '', template = ''] = recipe('astro/Comments.astro').split('---\n')
    const names = ['root', 'url'] as const
    const Astro = {
      props: { root: visited.root },
      url: new URL('http://localhost:4321/my-first-post'),
      site: new URL('https://blog.example.org'),
    }
    const values: unknown[] = new Function('Astro', `${setup}; return [${names}]`)(Astro)
    const html = template
      .replace(
        /=\{(.*?)\}(?=[\s>])/g,
        (_all, code: string) => `="${new Function(...names, `return ${code}`)(...values)}"`,
      )
      .replace(' is:inline', '')
    expect(await discussed(await load('/astro', document(html)))).toBe('https://blog.example.org/my-first-post')
    expect(await withoutScript('/astro')).toMatch(/asset_url=https%3A%2F%2Fblog\.example\.org%2Fmy-first-post$/)
  })

  test('a server with Node writes the comments into its page, and the script takes their place', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset({ url: 'http://localhost/included' })
    const { user } = await platform.createUser()
    await platform.createComment({ asset, body: 'Here without script' })
    const placeOf = async (at: string): Promise<string> => {
      const code = recipe('include/comments.js').replace('https://comments.example.org', at)
      const { commentsPlace } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
      return commentsPlace(asset.url)
    }
    const address = blog.put('/included', document(`<link rel="canonical" href="${asset.url}">${await placeOf(root)}`))
    const reader = await visited.open('about:blank', { javaScriptEnabled: false })
    await reader.goto(address)
    expect(await reader.locator('#comments .comment .text').textContent()).toBe('Here without script')
    expect(await reader.locator('#comments button').filter({ visible: true }).count()).toBe(0)
    // The platform of the test has another port than its configuration says.
    const follow = async (link: string) => {
      const { pathname, search, hash } = new URL((await reader.locator(link).getAttribute('href'))!)
      await reader.goto(root + pathname + search + hash)
    }
    await follow('#comments .join a.button')
    await reader.fill('#email', `${user.username}@test.example`)
    await reader.fill('#password', PASSWORD)
    await reader.getByRole('button', { name: 'Sign in' }).click()
    await reader.waitForURL(`${root}/discussions/${asset.id}`)
    await reader.goto(address)
    await follow('#comments .reply')
    await reader.fill('.composer textarea', 'And answered without script')
    await reader.locator('.composer button', { hasText: 'Reply' }).click()
    await reader.getByText('And answered without script').first().waitFor()
    const page = await visited.open('about:blank')
    await serveFrame(page)
    await page.goto(address)
    expect(await discussed(page)).toBe(asset.url)
    expect(await page.locator('#comments .comment').count()).toBe(0)
    expect(await placeOf('http://127.0.0.1:1')).toContain('<div id="comments"></div>')
  })

  // There is no Next.js here. Its component runs with Preact in the place of React, and is changed and removed.
  test('Next.js: the component', async () => {
    const { resolve } = createRequire(import.meta.url)
    const modules = {
      preact: 'preact',
      'preact/hooks': 'preact/hooks',
      'preact/jsx-runtime': 'preact/jsx-runtime',
      react: 'preact/hooks',
      'react/jsx-runtime': 'preact/jsx-runtime',
    }
    const imports = Object.fromEntries(
      Object.entries(modules).map(([name, module]) => [
        name,
        blog.put(`/${module}.js`, readFileSync(resolve(module), 'utf8')),
      ]),
    )
    const { code } = transformSync('comments.tsx', recipe('next/comments.tsx'), { jsx: { runtime: 'automatic' } })
    const component = blog.put('/comments.js', code)
    const page = await load(
      '/next',
      document(`<main></main><script type="importmap">${JSON.stringify({ imports })}</script>
        <script type="module">
          import { h, render } from 'preact'
          import { Comments } from '${component}'
          const show = url => render(url && h(Comments, { root: '${visited.root}', url }), document.querySelector('main'))
          Object.assign(window, { show })
          show('${POST}')
        </script>`),
    )
    expect(await discussed(page)).toBe(POST)
    await page.evaluate('show("http://localhost/second")')
    await expect.poll(() => discussed(page)).toBe('http://localhost/second')
    expect(await page.locator('iframe').count()).toBe(1)
    await page.evaluate('show(null)')
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    expect(visited.complaints).toEqual([])
  })
})
