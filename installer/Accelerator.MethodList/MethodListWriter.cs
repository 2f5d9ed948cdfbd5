using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Accelerator.MethodList;

/// <summary>
/// Writes a list of methods as crossgen2 reads it with <c>--mibc</c>: an assembly whose global method "AssemblyDictionary" names groups of methods, each
/// group being a method with one <c>ldtoken</c> and <c>pop</c> for each entry (dotnet/runtime, MIbcProfileParser.cs). Entries that the compiler cannot
/// compile into its assembly are ignored.
/// </summary>
internal sealed class MethodListWriter
{
    private readonly MetadataBuilder _metadata = new();
    private readonly Dictionary<string, AssemblyReferenceHandle> _assemblies = new(StringComparer.Ordinal);
    private readonly Dictionary<(EntityHandle Scope, string Space, string Name), TypeReferenceHandle> _types = [];
    private readonly BlobBuilder _entries = new();

    public static byte[] Compressed(int value)
    {
        var bytes = new BlobBuilder();
        bytes.WriteCompressedInteger(value);
        return bytes.ToArray();
    }

    public static byte[] Named(TypeReferenceHandle type, SignatureTypeKind kind) => [(byte)kind, .. Compressed(CodedIndex.TypeDefOrRefOrSpec(type))];

    public static byte[] Generic(byte[] type, IReadOnlyList<byte[]> arguments) =>
        [(byte)SignatureTypeCode.GenericTypeInstance, .. type, .. Compressed(arguments.Count), .. arguments.SelectMany(argument => argument)];

    /// <summary>Returns a type as signatures have it.</summary>
    public byte[] Encode(TypeIn type, params IReadOnlyList<byte[]> arguments)
    {
        var bytes = Named(Refer(type), type.IsValueType ? SignatureTypeKind.ValueType : SignatureTypeKind.Class);
        return arguments.Count == 0 ? bytes : Generic(bytes, arguments);
    }

    /// <summary>Adds all methods of a generic type that are not generic themselves.</summary>
    public void AddMethods(TypeIn type, IReadOnlyList<byte[]> arguments)
    {
        var reader = type.Assembly.Reader;
        var parent = _metadata.AddTypeSpecification(_metadata.GetOrAddBlob(Encode(type, arguments)));
        foreach (var method in type.Definition.GetMethods().Select(reader.GetMethodDefinition))
        {
            if (method.GetGenericParameters().Count > 0 || method.Attributes.HasFlag(MethodAttributes.Abstract)) continue;
            var signature = new BlobBuilder();
            SignatureCopy.Write(signature, method.DecodeSignature(new SignatureCopy(this, type.Assembly), null));
            var member = _metadata.AddMemberReference(parent, _metadata.GetOrAddString(reader.GetString(method.Name)), _metadata.GetOrAddBlob(signature));
            Load(_entries, member);
        }
    }

    /// <summary>Returns a reference to a type that an assembly refers to.</summary>
    public TypeReferenceHandle Refer(AssemblyFile assembly, TypeReferenceHandle handle)
    {
        var reader = assembly.Reader;
        var type = reader.GetTypeReference(handle);
        EntityHandle scope = type.ResolutionScope.Kind == HandleKind.TypeReference
            ? Refer(assembly, (TypeReferenceHandle)type.ResolutionScope)
            : Refer(reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name));
        return Refer(scope, reader.GetString(type.Namespace), reader.GetString(type.Name));
    }

    /// <summary>Writes the file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="assembly">The assembly that is compiled with it.</param>
    public void Write(string path, string assembly)
    {
        var bodies = new BlobBuilder();
        var encoder = new MethodBodyStreamEncoder(bodies);
        var group = AddMethod(encoder, "Methods", _entries);
        var groups = new BlobBuilder();
        new InstructionEncoder(groups).LoadString(_metadata.GetOrAddUserString(assembly + ";"));
        Load(groups, group);
        AddMethod(encoder, "AssemblyDictionary", groups);

        var name = _metadata.GetOrAddString(assembly + ".methods");
        _metadata.AddModule(0, name, _metadata.GetOrAddGuid(default), default, default);
        _metadata.AddAssembly(name, new Version(), default, default, default, AssemblyHashAlgorithm.None);
        _metadata.AddTypeDefinition(
            default, default, _metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
        var content = new BlobBuilder();
        new ManagedPEBuilder(PEHeaderBuilder.CreateLibraryHeader(), new MetadataRootBuilder(_metadata), bodies, deterministicIdProvider: _ => default).Serialize(content);
        using var file = File.Create(path);
        content.WriteContentTo(file);
    }

    private static void Load(BlobBuilder code, EntityHandle token)
    {
        var instructions = new InstructionEncoder(code);
        instructions.OpCode(ILOpCode.Ldtoken);
        instructions.Token(token);
        instructions.OpCode(ILOpCode.Pop);
    }

    private MethodDefinitionHandle AddMethod(MethodBodyStreamEncoder bodies, string name, BlobBuilder code)
    {
        var signature = new BlobBuilder();
        new BlobEncoder(signature).MethodSignature().Parameters(0, returns => returns.Void(), _ => { });
        var body = bodies.AddMethodBody(
            code.Count, maxStack: 8, exceptionRegionCount: 0, hasSmallExceptionRegions: true, localVariablesSignature: default, attributes: MethodBodyAttributes.None);
        new BlobWriter(body.Instructions).WriteBytes(code);
        return _metadata.AddMethodDefinition(
            MethodAttributes.Public | MethodAttributes.Static, MethodImplAttributes.IL, _metadata.GetOrAddString(name), _metadata.GetOrAddBlob(signature), body.Offset, default);
    }

    private TypeReferenceHandle Refer(TypeIn type)
    {
        var reader = type.Assembly.Reader;
        var outer = type.Definition.GetDeclaringType();
        EntityHandle scope = outer.IsNil ? Refer(type.Assembly.Name) : Refer(new TypeIn(type.Assembly, outer));
        return Refer(scope, reader.GetString(type.Definition.Namespace), reader.GetString(type.Definition.Name));
    }

    private TypeReferenceHandle Refer(EntityHandle scope, string space, string name)
    {
        if (_types.TryGetValue((scope, space, name), out var known)) return known;
        return _types[(scope, space, name)] = _metadata.AddTypeReference(scope, _metadata.GetOrAddString(space), _metadata.GetOrAddString(name));
    }

    private AssemblyReferenceHandle Refer(string assembly)
    {
        if (_assemblies.TryGetValue(assembly, out var known)) return known;
        return _assemblies[assembly] = _metadata.AddAssemblyReference(_metadata.GetOrAddString(assembly), new Version(), default, default, default, default);
    }
}
