import { glob, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst, transformWithOxc } from 'vite'
import type { ESTree } from 'vite'
import { declaredIn, importedIn } from './statements.ts'
import type { Declared, Imported } from './statements.ts'

/** A file of the contract: its code without types, what it declares and imports, and what it exports when it runs. */
export interface ContractFile {
  file: string
  code: string
  program: ESTree.Program
  declared: readonly Declared[]
  imported: readonly Imported[]
  values: Readonly<Record<string, unknown>>
}

/** By their paths. */
export type Contract = ReadonlyMap<string, ContractFile>

export async function readContract(folder: string): Promise<Contract> {
  const files = new Map<string, ContractFile>()
  for await (const name of glob('**/*.ts', { cwd: folder }))
    if (!name.endsWith('.test.ts')) files.set(join(folder, name), await readContractFile(join(folder, name)))
  return files
}

async function readContractFile(file: string): Promise<ContractFile> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const values: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href)
  return contractFile(file, code, values)
}

export function contractFile(file: string, code: string, values: ContractFile['values']): ContractFile {
  const program = parseAst(code)
  return { file, code, program, declared: declaredIn(program), imported: importedIn(program), values }
}

/** The path of an import within the contract. */
export const importedFile = ({ file }: ContractFile, { from }: Imported): string => resolve(dirname(file), from)
