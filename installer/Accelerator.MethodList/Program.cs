using Accelerator.MethodList;

// Writes lists of methods that crossgen2 compiles in addition to those that it finds by itself, OUT/ASSEMBLY.mibc for each assembly.
//
//   Accelerator.MethodList FOLDERS TYPES OUT ASSEMBLY...
//
// FOLDERS, separated as in PATH, have the assemblies and all that they refer to. TYPES is a text file of generic types, one a line.
if (args is not [var folders, var types, var output, _, ..])
{
    Console.Error.WriteLine("usage: Accelerator.MethodList FOLDERS TYPES OUT ASSEMBLY...");
    return 2;
}

var assemblies = AssemblySet.Open(folders);
var names = File.ReadLines(types).Select(line => line.Trim()).Where(line => line.Length > 0 && line[0] != '#').ToList();
foreach (var file in args[3..])
{
    var own = assemblies.Named(Path.GetFileNameWithoutExtension(file));
    var list = new MethodListWriter();
    AsyncMethods.AddTo(list, assemblies, own);
    foreach (var name in names)
        if (new TypeName(name, assemblies, list).Resolve() is { } found && found.Home == own)
            list.AddMethods(found.Type, found.Arguments);
    list.Write(Path.Combine(output, file + ".mibc"), own.Name);
}
return 0;
