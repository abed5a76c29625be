import { isAbsolute, resolve, sep } from 'node:path'

/** The class by which Express finds the file of a view. */
type ViewClass = new (
  name: string,
  options: object,
) => { readonly root: string | readonly string[]; lookup(name: string): string | undefined }

/**
 * Express's class for views, which finds no file outside of the folders of views: a name may come from a request, such
 * as `../secret`. A plugin may give the whole path of any other file in its folder.
 *
 * @param directory - the folder of the plugin; `undefined` when a test gives its hooks.
 */
export function boundedView(View: ViewClass, directory: string | undefined): ViewClass {
  return class BoundedView extends View {
    override lookup(name: string): string | undefined {
      const path = super.lookup(name)
      if (path === undefined) return undefined
      const isOwn = isAbsolute(name) && (directory === undefined || isBelow(path, directory))
      return isOwn || [this.root].flat().some(root => isBelow(path, resolve(root))) ? path : undefined
    }
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
