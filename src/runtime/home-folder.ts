import {userInfo} from 'node:os';
import {isAbsolute, join} from 'node:path';
import envPaths from 'env-paths';

/** The default data folder. If HOME is empty, the system still knows this user's home directory. It never depends on the working directory. */
export function usualHome(): string {
  const {data} = envPaths('duka', {suffix: ''});
  return isAbsolute(data) ? data : join(userInfo().homedir, data);
}
