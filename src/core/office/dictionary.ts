export const dictionary = {name: 'duka-lines-1', text: ''};
