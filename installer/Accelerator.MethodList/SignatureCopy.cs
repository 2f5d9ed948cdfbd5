using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Accelerator.MethodList;

/// <summary>A type as it is written in a signature.</summary>
/// <param name="Bytes">The bytes.</param>
/// <param name="Name">The name of its definition without namespace, or empty.</param>
/// <param name="Arguments">The types that it is generic over.</param>
internal sealed record TypeBytes(byte[] Bytes, string Name, ImmutableArray<TypeBytes> Arguments);

/// <summary>Copies signatures of an assembly into the list: ECMA-335, II.23.2.</summary>
/// <param name="list">The list.</param>
/// <param name="assembly">The assembly.</param>
/// <param name="parameter">What stands for every generic parameter; null leaves them as they are.</param>
internal sealed class SignatureCopy(MethodListWriter list, AssemblyFile assembly, byte[]? parameter = null) : ISignatureTypeProvider<TypeBytes, object?>
{
    public static void Write(BlobBuilder to, MethodSignature<TypeBytes> signature)
    {
        to.WriteByte(signature.Header.RawValue);
        if (signature.GenericParameterCount > 0) to.WriteCompressedInteger(signature.GenericParameterCount);
        to.WriteCompressedInteger(signature.ParameterTypes.Length);
        to.WriteBytes(signature.ReturnType.Bytes);
        foreach (var one in signature.ParameterTypes) to.WriteBytes(one.Bytes);
    }

    public TypeBytes GetArrayType(TypeBytes elementType, ArrayShape shape)
    {
        var bytes = new BlobBuilder();
        bytes.WriteByte((byte)SignatureTypeCode.Array);
        bytes.WriteBytes(elementType.Bytes);
        bytes.WriteCompressedInteger(shape.Rank);
        bytes.WriteCompressedInteger(shape.Sizes.Length);
        foreach (var size in shape.Sizes) bytes.WriteCompressedInteger(size);
        bytes.WriteCompressedInteger(shape.LowerBounds.Length);
        foreach (var bound in shape.LowerBounds) bytes.WriteCompressedSignedInteger(bound);
        return Plain(bytes.ToArray());
    }

    public TypeBytes GetFunctionPointerType(MethodSignature<TypeBytes> signature)
    {
        var bytes = new BlobBuilder();
        bytes.WriteByte((byte)SignatureTypeCode.FunctionPointer);
        Write(bytes, signature);
        return Plain(bytes.ToArray());
    }

    public TypeBytes GetGenericInstantiation(TypeBytes genericType, ImmutableArray<TypeBytes> typeArguments) =>
        new(MethodListWriter.Generic(genericType.Bytes, [.. typeArguments.Select(one => one.Bytes)]), genericType.Name, typeArguments);

    public TypeBytes GetModifiedType(TypeBytes modifier, TypeBytes unmodifiedType, bool isRequired) =>
        Plain([(byte)(isRequired ? SignatureTypeCode.RequiredModifier : SignatureTypeCode.OptionalModifier), .. modifier.Bytes[1..], .. unmodifiedType.Bytes]);

    public TypeBytes GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        var type = new TypeIn(assembly, handle);
        return new(list.Encode(type), reader.GetString(type.Definition.Name), []);
    }

    public TypeBytes GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        new(MethodListWriter.Named(list.Refer(assembly, handle), (SignatureTypeKind)rawTypeKind), reader.GetString(reader.GetTypeReference(handle).Name), []);

    public TypeBytes GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public TypeBytes GetByReferenceType(TypeBytes elementType) => Before(SignatureTypeCode.ByReference, elementType);

    public TypeBytes GetPointerType(TypeBytes elementType) => Before(SignatureTypeCode.Pointer, elementType);

    public TypeBytes GetSZArrayType(TypeBytes elementType) => Before(SignatureTypeCode.SZArray, elementType);

    public TypeBytes GetPinnedType(TypeBytes elementType) => Before(SignatureTypeCode.Pinned, elementType);

    public TypeBytes GetGenericMethodParameter(object? genericContext, int index) => Parameter(SignatureTypeCode.GenericMethodParameter, index);

    public TypeBytes GetGenericTypeParameter(object? genericContext, int index) => Parameter(SignatureTypeCode.GenericTypeParameter, index);

    public TypeBytes GetPrimitiveType(PrimitiveTypeCode typeCode) => Plain([(byte)typeCode]);

    private static TypeBytes Plain(byte[] bytes) => new(bytes, "", []);

    private static TypeBytes Before(SignatureTypeCode code, TypeBytes type) => Plain([(byte)code, .. type.Bytes]);

    private TypeBytes Parameter(SignatureTypeCode code, int index) => Plain(parameter ?? [(byte)code, .. MethodListWriter.Compressed(index)]);
}
