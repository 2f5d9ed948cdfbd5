using System.Reflection;
using System.Reflection.Metadata;

namespace Accelerator.MethodList;

/// <summary>
/// Async methods whose result is or contains a reference. When such a method first waits, the runtime moves its state into a box, a generic class of the
/// framework over the state. The compiler finds the methods of a box where the result is a plain value, but not in code that several results share.
/// </summary>
internal static class AsyncMethods
{
    public static void AddTo(MethodListWriter list, AssemblySet assemblies, AssemblyFile assembly)
    {
        const string Builders = "System.Runtime.CompilerServices.";
        var core = assemblies.Core;
        var shared = list.Encode(core.Find("System.__Canon")!);
        var nothing = list.Encode(core.Find("System.Threading.Tasks.VoidTaskResult")!);
        var box = core.Find(Builders + "AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1")!;
        var pooledBox = core.Find(Builders + "PoolingAsyncValueTaskMethodBuilder`1+StateMachineBox`1")!;
        foreach (var (state, builder) in Find(assembly))
        {
            var type = builder.DecodeSignature(new SignatureCopy(list, assembly, shared), null);
            var (of, result) = type.Name switch
            {
                "AsyncTaskMethodBuilder`1" or "AsyncValueTaskMethodBuilder`1" => (box, type.Arguments[0].Bytes),
                "PoolingAsyncValueTaskMethodBuilder`1" => (pooledBox, type.Arguments[0].Bytes),
                _ => (box, nothing),
            };
            list.AddMethods(of, [result, list.Encode(state, [.. state.Definition.GetGenericParameters().Select(_ => shared)])]);
        }
    }

    // The compiler of C# gives the state a field for the builder. States of methods that are generic over structures cannot be listed.
    private static IEnumerable<(TypeIn State, FieldDefinition Builder)> Find(AssemblyFile assembly)
    {
        var reader = assembly.Reader;
        foreach (var state in reader.TypeDefinitions.Select(handle => new TypeIn(assembly, handle)))
        {
            var parameters = state.Definition.GetGenericParameters().Select(reader.GetGenericParameter);
            if (parameters.Any(parameter => parameter.Attributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint))) continue;
            foreach (var field in state.Definition.GetFields().Select(reader.GetFieldDefinition))
                if (reader.StringComparer.Equals(field.Name, "<>t__builder"))
                    yield return (state, field);
        }
    }
}
