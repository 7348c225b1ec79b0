export declare const readLicences: Readonly<Record<string, string>>;
