import { readFile } from 'node:fs/promises'

/** A code block of a page that has a file name: what is in it is that file. */
export interface Snippet {
  readonly file: string
  readonly text: string
}

/** The files a page under `docs/guide` shows. @throws Error when a file is shown twice. */
export async function snippetsOf(page: string): Promise<readonly Snippet[]> {
  const text = await readFile(new URL(`../../../../docs/guide/${page}`, import.meta.url), 'utf8')
  const snippets = [...text.matchAll(/^```[a-z]+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, file, content]) => ({
    file: file!,
    text: content!,
  }))
  const twice = snippets.find(({ file }, i) => snippets.findIndex(other => other.file === file) !== i)
  if (twice) throw new Error(`${page} shows ${twice.file} twice`)
  return snippets
}

/** Blocks of code without a file name, which nothing executes. */
export async function unnamedBlocks(page: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../../../docs/guide/${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```([a-z]+)\n/gm)].map(([, language]) => language!)
}
