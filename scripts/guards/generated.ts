import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const tree = 'apps/console/src/app/routeTree.gen.ts'

/** The generated route tree names exactly the existing route files. */
export function routeTreeFaults(files: ProjectFiles): string[] {
  const there = new Set(
    pathsOf(files, /^apps\/console\/src\/app\/routes\/.+\.tsx$/).map((path) =>
      path.replace(/^.+\/routes\/|\.tsx$/g, ''),
    ),
  )
  const listed = new Set(
    [...(files.get(tree) ?? '').matchAll(/from '\.\/routes\/([^']+)'/g)].map(([, name]) => name ?? ''),
  )
  return [
    ...[...there].filter((name) => !listed.has(name)).map((name) => `${tree} lacks ${name}: run npm run generate`),
    ...[...listed].filter((name) => !there.has(name)).map((name) => `${tree} names ${name}, which is gone`),
  ]
}
