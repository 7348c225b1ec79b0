import type {BuildOptions} from 'esbuild';

export declare const tillOptions: BuildOptions;
export declare function bundle(outdir: string): Promise<void>;
