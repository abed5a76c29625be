import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with files of texts, which is removed at the end. */
export interface TextsFolder extends AsyncDisposable {
  readonly path: string
}

/** Writes files into a new folder: objects as JSON, texts as they are. */
export async function textsFolder(files: Readonly<Record<string, unknown>>): Promise<TextsFolder> {
  const path = await mkdtemp(join(tmpdir(), 'platform-texts-'))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(path, name), typeof content === 'string' ? content : JSON.stringify(content))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
