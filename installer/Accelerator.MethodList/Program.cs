using Accelerator.MethodList;

// Writes the list of methods (.mibc) that crossgen2 compiles in addition to those that it finds by itself.
//
//   Accelerator.MethodList FOLDER ASSEMBLY TYPES OUT
//
// FOLDER has the assembly, by its file name, and all that it refers to. TYPES is a text file of generic types, one a line.
if (args is not [var folder, var name, var types, var output])
{
    Console.Error.WriteLine("usage: Accelerator.MethodList FOLDER ASSEMBLY TYPES OUT");
    return 2;
}

var assemblies = AssemblySet.Open(folder);
var own = assemblies.Named(Path.GetFileNameWithoutExtension(name));
var list = new MethodListWriter();
AsyncMethods.AddTo(list, assemblies, own);
foreach (var type in File.ReadLines(types).Select(line => line.Trim()).Where(line => line.Length > 0 && line[0] != '#'))
    if (new TypeName(type, assemblies, list).Resolve() is { } found && found.Home == own)
        list.AddMethods(found.Type, found.Arguments);
list.Write(output, own.Name);
return 0;
